/**
 * Owns what the node types of each grammar mean for an outline. The walk over the tree is `tree-outline.ts`; titles of
 * test calls are `test-titles.ts`.
 */
import type { Node } from 'web-tree-sitter';
import {
  assigned,
  bracedNamespace,
  cppFunction,
  cppType,
  goMethod,
  goType,
  rubySingleton,
  rustImpl,
  rustTestMacro,
  titled,
  type NodeReading,
} from './node-readings.js';

export interface GrammarRules {
  /** Node type → kind, for nodes with fields `name` and `body`. */
  plain: Readonly<Record<string, string>>;
  /** Node types that need a closer look. */
  special: Readonly<Record<string, (node: Node, text: string) => NodeReading | undefined>>;
  /** Stand before a definition as siblings and belong to it. */
  decorators: readonly string[];
  /** Start the definition inside of them (`export`, `template <…>`, `const`). */
  wrappers: readonly string[];
  /** Cannot hold a definition worth naming: not descended into. */
  leaves: readonly string[];
  /** Bodies whose direct children are statements of a class, module or suite. */
  bodies: readonly string[];
  imports: readonly string[];
  values: readonly string[];
  /** A call whose text starts like this may be a titled test. */
  titledCall?: RegExp;
  /** The body's first row is that of its first statement, not of the header (Ruby). */
  bodyBelowHeader?: boolean;
  /** Text that makes a fragment of a class body readable. */
  fragmentPrefixes: readonly string[];
}

const SCRIPT: GrammarRules = {
  plain: {
    class_declaration: 'class',
    abstract_class_declaration: 'class',
    class: 'class',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    type_alias_declaration: 'type',
    internal_module: 'module',
    module: 'module',
    function_declaration: 'function',
    generator_function_declaration: 'function',
    method_definition: 'method',
  },
  special: {
    variable_declarator: assigned('name', 'value', 'function'),
    pair: assigned('key', 'value', 'method'),
    field_definition: assigned('property', 'value', 'method'),
    public_field_definition: assigned('name', 'value', 'method'),
    assignment_expression: assigned('left', 'right', 'function'),
    call_expression: titled,
  },
  decorators: ['decorator'],
  wrappers: ['export_statement', 'lexical_declaration', 'variable_declaration', 'expression_statement'],
  leaves: [
    'string',
    'comment',
    'formal_parameters',
    'type_annotation',
    'import_statement',
    'regex',
    'object_type',
  ],
  bodies: ['class_body', 'statement_block'],
  imports: ['import_statement'],
  values: ['lexical_declaration', 'variable_declaration', 'public_field_definition', 'field_definition'],
  titledCall:
    /(?:Deno\.test|QUnit\.(?:module|test)|[fx]?(?:describe|context|suite|feature|scenario|it|test|specify))\b/y,
  fragmentPrefixes: [''],
};

const TYPE_MEMBERS = {
  class_declaration: 'class',
  interface_declaration: 'interface',
  enum_declaration: 'enum',
};

/** Rules by grammar name. */
export const GRAMMAR_RULES: Readonly<Record<string, GrammarRules>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  java: {
    plain: {
      ...TYPE_MEMBERS,
      record_declaration: 'class',
      annotation_type_declaration: 'interface',
      method_declaration: 'method',
      constructor_declaration: 'constructor',
      compact_constructor_declaration: 'constructor',
    },
    special: {},
    decorators: [],
    wrappers: [],
    leaves: [
      'line_comment',
      'block_comment',
      'string_literal',
      'modifiers',
      'formal_parameters',
      'import_declaration',
    ],
    bodies: ['class_body', 'interface_body', 'enum_body', 'enum_body_declarations'],
    imports: ['import_declaration', 'package_declaration'],
    values: ['field_declaration', 'constant_declaration', 'static_initializer'],
    fragmentPrefixes: ['', 'class _ {'],
  },
  'c-sharp': {
    plain: {
      ...TYPE_MEMBERS,
      struct_declaration: 'struct',
      record_declaration: 'class',
      method_declaration: 'method',
      constructor_declaration: 'constructor',
      destructor_declaration: 'method',
      property_declaration: 'property',
      local_function_statement: 'function',
    },
    special: { namespace_declaration: bracedNamespace },
    decorators: [],
    wrappers: [],
    leaves: ['comment', 'string_literal', 'attribute_list', 'parameter_list', 'using_directive'],
    bodies: ['declaration_list'],
    imports: ['using_directive', 'file_scoped_namespace_declaration'],
    values: ['field_declaration', 'event_field_declaration'],
    fragmentPrefixes: ['', 'class _ {'],
  },
  go: {
    plain: { function_declaration: 'function' },
    special: { method_declaration: goMethod, type_spec: goType, call_expression: titled },
    decorators: [],
    wrappers: ['type_declaration'],
    leaves: [
      'comment',
      'interpreted_string_literal',
      'raw_string_literal',
      'parameter_list',
      'import_declaration',
    ],
    bodies: [],
    imports: ['import_declaration', 'package_clause'],
    values: ['var_declaration', 'const_declaration'],
    titledCall:
      /(?:[\p{L}_][\p{L}\p{N}_]*\.Run|[FPX]?(?:Describe|DescribeTable|Context|When|It|Specify|Measure))\s*\(/uy,
    fragmentPrefixes: [''],
  },
  rust: {
    plain: {
      mod_item: 'module',
      struct_item: 'struct',
      enum_item: 'enum',
      union_item: 'struct',
      trait_item: 'trait',
      function_item: 'function',
      macro_definition: 'macro',
    },
    special: { impl_item: rustImpl, macro_invocation: rustTestMacro },
    decorators: ['attribute_item'],
    wrappers: ['expression_statement'],
    leaves: [
      'line_comment',
      'block_comment',
      'string_literal',
      'parameters',
      'use_declaration',
      'token_tree',
    ],
    bodies: ['declaration_list'],
    imports: ['use_declaration', 'extern_crate_declaration'],
    values: ['const_item', 'static_item'],
    fragmentPrefixes: [''],
  },
  cpp: {
    plain: {},
    special: {
      function_definition: cppFunction,
      class_specifier: cppType('class'),
      struct_specifier: cppType('struct'),
      union_specifier: cppType('struct'),
      enum_specifier: cppType('enum'),
      namespace_definition: bracedNamespace,
      expression_statement: titled,
    },
    decorators: [],
    wrappers: ['template_declaration'],
    leaves: [
      'comment',
      'string_literal',
      'parameter_list',
      'preproc_include',
      'preproc_def',
      'initializer_list',
    ],
    bodies: ['declaration_list', 'field_declaration_list'],
    imports: ['preproc_include', 'using_declaration', 'preproc_def'],
    values: ['field_declaration', 'declaration', 'alias_declaration', 'type_definition'],
    titledCall:
      /(?:TEST_CASE|TEST_CASE_METHOD|TEST_CASE_FIXTURE|SUBCASE|SECTION|SCENARIO|GIVEN|WHEN|THEN|AND_WHEN|AND_THEN|TEST_SUITE)\s*\(/y,
    fragmentPrefixes: [''],
  },
  ruby: {
    plain: { module: 'module', class: 'class', method: 'method', singleton_method: 'method' },
    special: { call: titled, singleton_class: rubySingleton },
    decorators: [],
    wrappers: [],
    leaves: ['comment', 'string', 'method_parameters', 'heredoc_body'],
    bodies: ['body_statement'],
    imports: [],
    values: ['assignment'],
    titledCall:
      /(?:RSpec\.)?(?:[fx]?(?:describe|context|it|specify|example|feature|scenario)|shared_examples(?:_for)?|shared_context|sub_test_case|test|should)\b/y,
    bodyBelowHeader: true,
    fragmentPrefixes: [''],
  },
  php: {
    plain: {
      ...TYPE_MEMBERS,
      trait_declaration: 'trait',
      function_definition: 'function',
      method_declaration: 'method',
    },
    special: { namespace_definition: bracedNamespace, function_call_expression: titled },
    decorators: [],
    wrappers: ['expression_statement'],
    leaves: ['comment', 'string', 'encapsed_string', 'formal_parameters', 'attribute_list', 'text'],
    bodies: ['declaration_list'],
    imports: ['namespace_use_declaration', 'namespace_definition', 'use_declaration'],
    values: ['property_declaration', 'const_declaration'],
    titledCall: /(?:describe|it|test|todo)\s*\(/y,
    fragmentPrefixes: ['<?php ', '<?php class _ {'],
  },
};
