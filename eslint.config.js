import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'

export default defineConfigWithVueTs(
  { ignores: ['node_modules', 'out', 'demo', 'coverage', 'test-results', 'playwright-report', 'resources'] },
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
    files: ['src/renderer/**'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'localStorage', 'process', 'require'],
    },
  },
  {
    files: ['**/*.test.ts', 'e2e/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'max-lines': 'off' },
  },
)
