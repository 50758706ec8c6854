// The import walls: which folder may import which. Each rule says why.
const floors = [
  ['files'],
  ['db', 'log'],
  ['service', 'chain', 'vault', 'settings', 'favourites', 'notes', 'receipts', 'exports', 'support', 'desktop'],
  ['engine', 'accounts', 'people', 'codes', 'backup', 'policy', 'updates'],
  ['catalog', 'purchases'],
  ['history', 'allowances', 'claims', 'transfers', 'kiosk', 'sales', 'registers', 'reminders', 'check'],
  ['activity', 'bookkeeping', 'profiles'],
]
const folders = floors.flat()
const testFile = '\\.test\\.ts$|^src/testing/'

const floorRules = floors.flatMap((floor, height) =>
  floor.map((folder) => {
    const below = floors.slice(0, height).flat()
    const forbidden = folders.filter((other) => other !== folder && !below.includes(other))
    return {
      name: `floor-${folder}`,
      comment: 'A folder imports only lower floors and shared, never a neighbour or a floor above',
      severity: 'error',
      from: { path: `^src/main/${folder}/`, pathNot: testFile },
      to: { path: `^src/main/(?:(?:${forbidden.join('|')}|ipc|shell|wiring|rescue)/|[^/]+\\.ts$)` },
    }
  }),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-pure',
      comment: 'shared imports only zod and viem, so that it runs anywhere',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: testFile },
      to: { pathNot: '^src/shared/|^node_modules/(?:zod|viem)/' },
    },
    {
      name: 'preload-is-thin',
      comment: 'the preload bundles nothing: it imports electron, and only types of shared',
      severity: 'error',
      from: { path: '^src/preload/', pathNot: testFile },
      to: { pathNot: '^src/shared/|electron', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-imports-only-shared',
      comment: 'the page never imports main, preload, node or electron',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: `${testFile}|vite\\.config` },
      to: { path: '^src/(?:main|preload|sandbox)/|^(?:scripts|e2e)/|^node_modules/(?:electron|zod)/' },
    },
    {
      name: 'renderer-no-node',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: `${testFile}|vite\\.config` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-imports-only-types-of-contract',
      comment: 'the page imports only types of zod and the contract',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: testFile },
      to: {
        path: '^src/shared/.*(?:contract|contract-entry|delivery|scalars|profile|view|views)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-imports-between-modules',
      comment: 'code that two modules share moves to ui/ or app/',
      severity: 'error',
      from: { path: '^src/renderer/modules/([^/]+)/', pathNot: testFile },
      to: { path: '^src/renderer/modules/', pathNot: '^src/renderer/modules/$1/' },
    },
    ...floorRules,
    {
      name: 'electron-only-in-its-shell',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/index\\.ts|^src/main/shell/electron/|^src/preload/' },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'playwright-only-in-its-shell',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/main/chromium\\.ts|^src/main/shell/chromium/|${testFile}` },
      to: { path: '^node_modules/playwright' },
    },
    {
      name: 'axios-only-in-begin-exchange',
      comment: 'one file sends requests, without defaults, interceptors or instances of axios',
      severity: 'error',
      from: {
        path: '^(?:src|scripts|e2e|campaigns)/',
        pathNot: '^src/main/service/exchange/(?:begin-exchange|send-request\\.test)\\.ts$',
      },
      to: { path: '^node_modules/axios/' },
    },
    {
      name: 'sql-only-in-repositories',
      severity: 'error',
      from: {
        path: '^src/main/',
        // A data folder is locked by SQLite's own lock on a file.
        pathNot: `-repository\\.ts$|^src/main/(?:db/|files/lock-folder)|${testFile}`,
      },
      to: { path: '^node_modules/better-sqlite3/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'keys-only-in-vault',
      comment: 'only the vault creates, derives or guards keys; the sandbox has its own keys, for play money',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/main/vault/|^src/sandbox/|${testFile}` },
      to: { path: '^node_modules/(?:viem/_[^/]+/accounts|@scure|@noble|hash-wasm)/' },
    },
    {
      name: 'sandbox-is-independent',
      comment: 'the sandbox shares no code with the app',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/(?!sandbox/)|^(?:scripts|e2e)/' },
    },
    {
      name: 'simulated-world-is-independent',
      comment: 'the simulated world judges the app: it shares no code with it, only the types of messages',
      severity: 'error',
      from: { path: '^campaigns/world/', pathNot: testFile },
      to: { path: '^src/(?!shared/errors)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-imports-no-test-code',
      comment: 'shared test code is never part of the product',
      severity: 'error',
      from: { path: '^src/', pathNot: testFile },
      to: { path: '^src/testing/' },
    },
    {
      name: 'fixtures-import-no-scripted-main',
      comment: 'fixtures are values; the scripted main answers with them',
      severity: 'error',
      from: { path: '^src/testing/(?:fixtures/|plausible\\.ts$)' },
      to: { path: '^src/testing/scripted/' },
    },
    {
      name: 'no-imports-of-campaigns',
      severity: 'error',
      from: { path: '^(?:src|scripts|e2e)/' },
      to: { path: '^campaigns/' },
    },
    {
      name: 'no-imports-of-sandbox',
      severity: 'error',
      from: { path: '^(?:src/(?!sandbox/)|scripts/|e2e/)' },
      to: { path: '^src/sandbox/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.vue', '.js', '.json'] },
  },
}
