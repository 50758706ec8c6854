import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'

export default defineConfigWithVueTs(
  { ignores: ['node_modules', 'out', 'dist', 'demo', 'coverage', 'test-results', 'playwright-report', 'resources'] },
  vue.configs['flat/essential'],
  vueTsConfigs.strict,
  accessibility.configs['flat/recommended'],
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400 }],
      'no-console': ['error', { allow: ['error'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
    },
  },
  { files: ['scripts/**', 'e2e/**', 'campaigns/**', 'src/sandbox/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/main/**'],
    ignores: ['src/main/db/**', '**/*-repository.ts', '**/*.test.ts', 'src/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // A regular expression written where it is used has an `exec` of its own.
          selector:
            'CallExpression[callee.property.name=/^(?:prepare|pragma)$/], CallExpression[callee.property.name="exec"]:not([callee.object.regex])',
          message: 'SQL belongs into a *-repository.ts or db/.',
        },
        {
          selector:
            'NewExpression[callee.name="AppError"][arguments.1.type=/^(?:TemplateLiteral|CallExpression|BinaryExpression)$/]',
          message:
            'The message of an AppError goes into the log: a constant, which holds nothing that was typed or sent.',
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
  // What main has to say goes through the log, which shows it on the terminal too.
  { files: ['src/main/**'], ignores: ['src/main/chromium.ts'], rules: { 'no-console': 'error' } },
  {
    files: ['src/main/**'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Factories that are still longer; the list only becomes shorter.
    files: [
      'src/main/allowances/create-allowances.ts',
      'src/main/catalog/places/refresh-places.ts',
      'src/main/catalog/refresh/json-file.ts',
      'src/main/catalog/refresh/refresh-catalog.ts',
      'src/main/chain/nodes/nodes.ts',
      'src/main/chain/open-chain.ts',
      'src/main/claims/create-claims.ts',
      'src/main/engine/run-single-steps.ts',
      'src/main/purchases/create-purchases.ts',
      'src/main/purchases/track/run-purchases.ts',
      'src/main/service/budget/request-budget.ts',
      'src/main/shell/chromium/chromium-shell.ts',
      'src/main/shell/electron/electron-shell.ts',
      'src/main/registers/create-registers.ts',
      'src/main/vault/vault.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.test.ts', 'e2e/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  // A database's schema is one text, read from top to bottom.
  { files: ['src/main/db/migrations/*.ts'], rules: { 'max-lines': 'off' } },
  // Types are read only where a promise that nobody waits for may cost money: reading them for every component took minutes.
  { ignores: ['src/main/**'], languageOptions: { parserOptions: { projectService: false } } },
  {
    files: ['src/main/**/*.ts'],
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
)
