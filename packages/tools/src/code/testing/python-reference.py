"""Reads functions and imports with Python's own parser: paths on standard input, one JSON object per line on standard output."""
import ast
import json
import sys


def main():
    for path in sys.stdin.read().splitlines():
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
            tree = ast.parse(text)
        except (SyntaxError, UnicodeDecodeError, ValueError):
            print(json.dumps({"path": path, "failed": True}))
            continue
        functions, imports = [], []
        lines = text.splitlines(keepends=True)
        visit(tree, [], lines, functions, imports)
        print(json.dumps({"path": path, "functions": functions, "imports": imports}))


def visit(node, container, lines, functions, imports):
    inner = container
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        functions.append(describe(node, container, lines))
        inner = [*container, node.name]
    elif isinstance(node, ast.ClassDef):
        inner = [*container, node.name]
    elif isinstance(node, ast.Import):
        imports.extend(f"{node.lineno}|{one.name}|" for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        names = ",".join(one.name for one in node.names)
        imports.append(f"{node.lineno}|{'.' * node.level}{node.module or ''}|{names}")
    for child in ast.iter_child_nodes(node):
        visit(child, inner, lines, functions, imports)


def describe(node, container, lines):
    own = node.args
    plain = [*own.posonlyargs, *own.args]
    defaults = [None] * (len(plain) - len(own.defaults)) + own.defaults
    parts = [parameter("", one, value, lines) for one, value in zip(plain, defaults)]
    if own.vararg:
        parts.append(parameter("*", own.vararg, None, lines))
    parts += [parameter("", one, value, lines) for one, value in zip(own.kwonlyargs, own.kw_defaults)]
    if own.kwarg:
        parts.append(parameter("**", own.kwarg, None, lines))
    returns = source(node.returns, lines) if node.returns else ""
    is_async = "async" if isinstance(node, ast.AsyncFunctionDef) else ""
    signature = f"{node.name}({','.join(parts)}):{returns}"
    return "|".join([*container, signature, is_async, str(node.end_lineno)])


def parameter(stars, one, value, lines):
    annotation = f":{source(one.annotation, lines)}" if one.annotation else ""
    default = f"={source(value, lines)}" if value is not None else ""
    return f"{stars}{one.arg}{annotation}{default}"


def source(node, lines):
    if node.lineno == node.end_lineno:
        return lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
    first = lines[node.lineno - 1].encode()[node.col_offset :].decode()
    middle = lines[node.lineno : node.end_lineno - 1]
    last = lines[node.end_lineno - 1].encode()[: node.end_col_offset].decode()
    return "".join([first, *middle, last])


main()
