import js from '@eslint/js';
import {defineConfig, globalIgnores} from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeGlobals = [
  'AbortController',
  'AbortSignal',
  'Buffer',
  'URL',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setTimeout',
];
const commonJsGlobals = ['__dirname', '__filename', 'exports', 'module', 'require'];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

export default defineConfig(
  globalIgnores(['dist/', 'report/', 'coverage/', 'bench/node_modules/']),
  {linterOptions: {reportUnusedDisableDirectives: 'error'}},

  js.configs.recommended,
  {files: ['**/*.{js,mjs}'], languageOptions: {globals: readonly(nodeGlobals)}},
  {
    files: ['**/*.cjs'],
    languageOptions: {sourceType: 'commonjs', globals: readonly([...nodeGlobals, ...commonJsGlobals])},
  },

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {parserOptions: {projectService: true, tsconfigRootDir: import.meta.dirname}},
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', {considerDefaultExhaustiveForUnions: true}],
      'no-restricted-syntax': [
        'error',
        {selector: 'ExportDefaultDeclaration', message: 'Exports have names: a reader finds them by search.'},
        {selector: 'TSEnumDeclaration', message: 'Use a table or a union of strings.'},
        {selector: 'Decorator', message: 'Use a plain function.'},
      ],

      // A definition is a class of statics, because users subclass it (DESIGN.md 3).
      '@typescript-eslint/no-extraneous-class': ['error', {allowStaticOnly: true, allowEmpty: true}],
      // A type alias is assignable to a JSON object where an interface is not.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `async` without `await` turns a throw into a rejection, which is what a caller of a promise expects.
      '@typescript-eslint/require-await': 'off',
      // Callers in plain JavaScript hand over what the types rule out, and must get a clean error.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // `schema['type']` says that the key is data of an open JSON object, not a member.
      '@typescript-eslint/dot-notation': ['error', {allowIndexSignaturePropertyAccess: true}],
      // Numbers and booleans read well in messages as they are.
      '@typescript-eslint/restrict-template-expressions': ['error', {allowNumber: true, allowBoolean: true}],
      // `() => void call()` is noise around a callback.
      '@typescript-eslint/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true}],
      // Control characters are what input is searched for.
      'no-control-regex': 'off',
      // `Record<never, never>` is how a tool says that it has no parameters.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // An ignored argument keeps the place of the next one.
      '@typescript-eslint/no-unused-vars': ['error', {argsIgnorePattern: '^_', ignoreRestSiblings: true}],
    },
  },
  {files: ['src/**/*.ts', 'modules/**/*.ts'], ignores: ['src/cli/**'], rules: {'no-console': 'error'}},

  {
    files: ['test/**/*.ts'],
    rules: {
      // A test that dereferences what is not there fails, as it should.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `const {clone} = git` is a promise of the design, and tests hold it.
      '@typescript-eslint/unbound-method': 'off',
      // A tool that does nothing, or throws a string, is what some tests are about.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  {
    files: ['test/package/projects/**/*.ts'],
    // The misspelt calls are meant: tsc has to refuse them.
    rules: {'@typescript-eslint/no-unsafe-call': 'off'},
  },
);
