/** As in `script-queries.ts`. */
export const GO_QUERY = `
[(function_declaration) (method_declaration) (method_elem)] @function
(type_spec type: [(interface_type) (struct_type)]) @container
(import_spec) @import
[(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @branch
(binary_expression operator: ["&&" "||"]) @branch
(comment) @comment
`;

export const RUST_QUERY = `
[(function_item) (function_signature_item)] @function
[(impl_item) (trait_item) (mod_item body: (declaration_list))] @container
[(use_declaration) (extern_crate_declaration)] @import
(mod_item !body) @import
[(if_expression) (for_expression) (while_expression) (match_arm) (try_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
[(line_comment) (block_comment)] @comment
`;

export const JAVA_QUERY = `
[(method_declaration) (constructor_declaration) (compact_constructor_declaration)] @function
[(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)] @container
(import_declaration) @import
[(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (switch_label)
 (catch_clause) (ternary_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
[(line_comment) (block_comment)] @comment
`;

export const C_QUERY = `
(function_definition) @function
(declaration declarator: (function_declarator)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @function
(preproc_include) @import
[(if_statement) (for_statement) (while_statement) (do_statement) (case_statement) (conditional_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
(comment) @comment
`;

export const CPP_QUERY = `${C_QUERY}
(field_declaration declarator: (function_declarator)) @function
(field_declaration declarator: (pointer_declarator declarator: (function_declarator))) @function
(field_declaration declarator: (reference_declarator (function_declarator))) @function
[(class_specifier body: (_)) (struct_specifier body: (_)) (namespace_definition)] @container
[(for_range_loop) (catch_clause)] @branch
`;

export const CSHARP_QUERY = `
[(method_declaration) (constructor_declaration) (local_function_statement)] @function
[(class_declaration) (interface_declaration) (struct_declaration) (record_declaration) (namespace_declaration)
 (enum_declaration)] @container
(using_directive) @import
[(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (switch_section)
 (switch_expression_arm) (catch_clause) (conditional_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(comment) @comment
`;
