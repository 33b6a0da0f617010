/**
 * Queries in the language of tree-sitter. `function`, `container` (what gives names to functions within) and `import` are taken; `branch`, one more
 * way through a function (McCabe), and `comment` are counted.
 */
export const COMMENTS_QUERY = "(comment) @comment";

const ECMASCRIPT = `
[(function_declaration) (generator_function_declaration) (function_expression) (generator_function) (arrow_function)
 (method_definition)] @function
[(class_declaration) (class) (variable_declarator value: (object)) (pair value: (object))] @container
(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) @_name (#eq? @_name "require")) @import
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case) (catch_clause)
 (ternary_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(comment) @comment
`;

export const JAVASCRIPT_QUERY = `${ECMASCRIPT}
`;

export const TYPESCRIPT_QUERY = `${ECMASCRIPT}
[(function_signature) (method_signature) (abstract_method_signature)] @function
[(abstract_class_declaration) (interface_declaration) (internal_module) (module)] @container
`;

export const PYTHON_QUERY = `
(function_definition) @function
(class_definition) @container
[(import_statement) (import_from_statement) (future_import_statement)] @import
[(if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (conditional_expression)
 (boolean_operator) (case_clause) (for_in_clause) (if_clause) (assert_statement)] @branch
(comment) @comment
`;

export const RUBY_QUERY = `
[(method) (singleton_method)] @function
[(class) (module)] @container
(call method: (identifier) @_name (#match? @_name "^(require|require_relative|load)$")) @import
[(if) (elsif) (unless) (while) (until) (for) (when) (rescue) (conditional) (if_modifier) (unless_modifier)
 (while_modifier) (until_modifier)] @branch
(binary operator: ["&&" "||" "and" "or"]) @branch
(comment) @comment
`;

export const PHP_QUERY = `
[(function_definition) (method_declaration)] @function
[(class_declaration) (interface_declaration) (trait_declaration) (enum_declaration)] @container
[(namespace_use_declaration) (require_expression) (require_once_expression) (include_expression)
 (include_once_expression)] @import
[(if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement) (case_statement)
 (catch_clause) (conditional_expression)] @branch
(binary_expression operator: ["&&" "||" "and" "or" "??"]) @branch
(comment) @comment
`;

export const BASH_QUERY = `
(function_definition) @function
(command name: (command_name) @_name (#match? @_name "^(source|[.])$")) @import
[(if_statement) (elif_clause) (for_statement) (c_style_for_statement) (while_statement) (case_item)] @branch
(list ["&&" "||"]) @branch
(comment) @comment
`;
