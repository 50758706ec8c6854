import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'

const packed = {
  selector: [
    'ObjectExpression > SpreadElement > ObjectExpression',
    ':matches(ArrayExpression, CallExpression) > SpreadElement > ArrayExpression',
    ':matches(ArrayExpression, CallExpression) > SpreadElement > TSAsExpression > ArrayExpression',
  ].join(', '),
  message: 'Write the properties or items themselves, one per line.',
}

const schemaPerCall = {
  selector: 'CallExpression[callee.property.name=/^(?:parse|safeParse)$/][callee.object.type="CallExpression"]',
  message: 'Declare the schema beside the function: zod compiles a new one in every call.',
}

export default defineConfigWithVueTs(
  { ignores: ['node_modules', 'out', 'dist', 'demo', 'coverage', 'test-results', 'playwright-report', 'resources'] },
  vue.configs['flat/essential'],
  vueTsConfigs.strict,
  accessibility.configs['flat/recommended'],
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', packed],
      'no-console': ['error', { allow: ['error'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
    },
  },
  { files: ['scripts/**', 'e2e/**', 'campaigns/**', 'packaging/**', 'src/sandbox/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/main/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', packed, schemaPerCall] },
  },
  {
    files: ['src/main/**'],
    ignores: [
      'src/main/db/**',
      'src/main/files/lock-folder.ts',
      '**/*-repository.ts',
      '**/*.test.ts',
      'src/testing/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        packed,
        schemaPerCall,
        {
          // A regular expression literal has its own `exec`.
          selector:
            'CallExpression[callee.property.name=/^(?:prepare|pragma)$/], CallExpression[callee.property.name="exec"]:not([callee.object.regex])',
          message: 'SQL belongs in a *-repository.ts file or in db/.',
        },
        {
          selector:
            'NewExpression[callee.name="AppError"][arguments.1.type=/^(?:TemplateLiteral|CallExpression|BinaryExpression)$/]',
          message: 'The message of an AppError is logged: use a constant without typed or received text.',
        },
      ],
    },
  },
  {
    files: ['src/renderer/**'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'localStorage', 'process', 'require'],
    },
  },
  // Main writes to the log, which also prints to the terminal.
  { files: ['src/main/**'], ignores: ['src/main/chromium.ts'], rules: { 'no-console': 'error' } },
  {
    // A process imports a helper once for all test files that it runs: hooks beside its imports would reach only the first.
    files: ['src/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        packed,
        {
          selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]',
          message: 'Register hooks in a function that each test file calls.',
        },
      ],
    },
  },
  {
    files: ['src/main/**'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['**/*.test.ts', 'e2e/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  // A database schema is one text, read from top to bottom.
  { files: ['src/main/db/migrations/*.ts'], rules: { 'max-lines': 'off' } },
  // oxlint checks the rules that need types (`.oxlintrc.json`), except in components, which it cannot read: here they take minutes.
  { languageOptions: { parserOptions: { projectService: false } } },
)
