import { scriptedNodes } from '../../../src/testing/fixtures/networks.ts'
import { noBackupFile, scriptedBackupFile } from '../../../src/testing/fixtures/backup.ts'
import { checkScenes } from './check.ts'
import { emptyWallet, locked, type Scene } from './scene.ts'
import { scriptedReport } from './support-report.ts'

/** Scenes of a person's own things: unlock, wallet, settings. */
export const ownScenes: Scene[] = [
  { name: 'unlock', path: '/unlock', prepare: locked },
  { name: 'shop-locked', path: '/shop', prepare: locked },
  {
    name: 'unlock-wrong',
    path: '/unlock',
    prepare: locked,
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'unlock-throttled',
    path: '/unlock',
    prepare(script) {
      locked(script)
      script.fails['vault.unlock'] = { code: 'throttled', details: { until: Date.now() + 40_000 } }
    },
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'waiting-service',
    path: '/shop',
    prepare(script) {
      const waitingService = { name: 'Oaxaca Gifts', baseUrl: 'https://gifts.example', integrator: 'lupita' }
      script.app = { ...script.app, waitingService }
    },
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'wallet', path: '/wallet' },
  { name: 'wallet-empty', path: '/wallet', prepare: emptyWallet },
  {
    name: 'wallet-notice',
    path: '/wallet',
    async act(page) {
      await page.locator('main header button').last().click()
      await page.locator('[aria-live="polite"] p').first().waitFor()
    },
  },
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-policy',
    path: '/settings',
    prepare(script) {
      const sets = ['service', 'limits', 'favourites', 'locale', 'theme', 'homeCountry', 'idleMinutes'] as const
      script.app = { ...script.app, policy: { sets: [...sets], problem: null } }
      script['limits.get'] = { perPurchase: '100', perDay: '2000', perRecipient: null }
    },
  },
  {
    name: 'settings-policy-unused',
    path: '/settings',
    prepare(script) {
      const problem = { reason: 'unknown-key', path: 'limits.perWeek', since: '2026-11-21T09:30:00.000Z' } as const
      script.app = { ...script.app, policy: { sets: ['limits'], problem: { ...problem, usesLast: true } } }
    },
  },
  {
    name: 'settings-policy-closed',
    path: '/settings',
    prepare(script) {
      const problem = { reason: 'not-json', path: '', since: '2026-11-21T09:30:00.000Z' } as const
      const policy = { sets: [], problem: { ...problem, usesLast: false } }
      script.app = { ...script.app, policy, payingStopped: 'policy-unusable' }
    },
  },
  {
    name: 'settings-elsewhere',
    path: '/settings',
    prepare(script) {
      const { profile } = script.app
      if (profile) script.app = { ...script.app, profile: { ...profile, name: 'Corner shop', playMoney: false } }
    },
  },
  ...(['failing', 'behind', 'other-chain'] as const).map((trouble): Scene => ({
    name: `settings-nodes-${trouble}`,
    path: '/settings',
    prepare(script) {
      const since = new Date(Date.now() - 180_000).toISOString()
      script['networks.nodes'] = scriptedNodes({
        trouble,
        since,
        behindBy: trouble === 'behind' ? 12 : 0,
        foundChainId: trouble === 'other-chain' ? 137 : null,
      })
    },
    act: (page) => page.locator('main section').nth(2).scrollIntoViewIfNeeded(),
  })),
  ...(['tested', 'refused'] as const).map((outcome): Scene => ({
    name: `settings-nodes-added-${outcome}`,
    path: '/settings',
    prepare(script) {
      const node = { chainId: 71_001, url: 'https://node.example/v2/key', behindBy: 0, foundChainId: null }
      script['profile.test'] = {
        nodes: [
          { ...node, trouble: null },
          { ...node, url: 'https://silent.example', trouble: 'failing' },
          { ...node, url: 'https://late.example', trouble: 'behind', behindBy: 240 },
          ...(outcome === 'refused'
            ? [{ ...node, url: 'https://polygon.example', trouble: 'other-chain' as const, foundChainId: 137 }]
            : []),
        ],
      }
    },
    async act(page) {
      await page.locator('main section').nth(2).locator('.lucide-plus').first().click()
      await page.locator('main fieldset textarea').first().fill('https://node.example/v2/key')
      await page.locator('main form input[type="password"]').last().fill('correct horse')
      await page.locator('main form button:has(.lucide-plug-zap)').click()
      await page.locator('main form [role="status"] li, main form [role="alert"] li').first().waitFor()
      await page.locator('main form button[type="submit"]').scrollIntoViewIfNeeded()
    },
  })),
  {
    name: 'settings-nodes-add',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(2).locator('.lucide-plus').last().click()
      await page.locator('main fieldset textarea:focus').waitFor()
    },
  },
  {
    name: 'settings-service-nodes',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(1).getByRole('button').first().click()
      await page.locator('main form summary').first().click()
      await page.locator('main form .lucide-plus').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-service',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(1).getByRole('button').first().click()
      await page.locator('input[type="url"]').waitFor()
    },
  },
  ...checkScenes,
  {
    name: 'settings-service-networks',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(1).getByRole('button').first().click()
      await page.locator('main details summary').first().click()
      await page.locator('main fieldset textarea').first().fill('http://node.example')
      await page.locator('main fieldset').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-words',
    path: '/settings',
    async act(page) {
      await page.locator('#words').getByRole('button').first().click()
      await page.locator('[role="dialog"] input').fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('#words [aria-pressed]').focus()
      await page.keyboard.down('Enter')
      await page.locator('#words [aria-pressed="true"]').waitFor()
    },
  },
  {
    name: 'settings-about',
    path: '/settings',
    act: (page) => page.locator('main section').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-installed',
    path: '/settings',
    prepare(script) {
      script.app = { ...script.app, shell: 'electron', startsWithSystem: false }
    },
  },
  {
    name: 'settings-newer-version',
    path: '/settings',
    prepare(script) {
      script.app = { ...script.app, newerVersion: { version: '0.2.0', date: '2026-11-20' } }
    },
    act: (page) => page.locator('main section').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-report',
    path: '/settings',
    prepare(script) {
      script['support.report'] = { text: scriptedReport }
      script['support.save'] = { path: '/home/ana/Downloads/till-report-20261122T1559.txt' }
    },
    async act(page) {
      await page.locator('main section').last().locator('button[aria-haspopup="dialog"]').click()
      await page.locator('[role="dialog"] button:has(.lucide-download)').click()
      await page.locator('[role="dialog"] [role="status"]').waitFor()
    },
  },
  {
    name: 'settings-password',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(2).locator('button[aria-haspopup="dialog"]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'settings-backup-failed',
    path: '/settings',
    prepare(script) {
      script['backup.get'] = { failed: true }
    },
  },
  {
    name: 'settings-backup-folder',
    path: '/settings',
    prepare(script) {
      script['backupFile.get'] = noBackupFile
      script.fails['backupFile.choose'] = { code: 'backup-failed', details: { reason: 'not-a-path' } }
    },
    async act(page) {
      await page.locator('#backup button[aria-haspopup="dialog"]').click()
      await page.locator('[role="dialog"] input').first().fill('stick')
      await page.locator('[role="dialog"] input[type="password"]').fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'settings-backup-checking',
    path: '/settings',
    prepare(script) {
      script['backupFile.get'] = noBackupFile
      script.hangs.add('backupFile.choose')
    },
    async act(page) {
      await page.locator('#backup button[aria-haspopup="dialog"]').click()
      await page.locator('[role="dialog"] input').first().fill('/media/you/STICK')
      await page.locator('[role="dialog"] input[type="password"]').fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('[aria-busy="true"]').waitFor()
    },
  },
  {
    name: 'settings-backup-file-failed',
    path: '/settings',
    prepare(script) {
      script['backupFile.get'] = {
        ...scriptedBackupFile(60),
        problem: { code: 'backup-failed', details: { reason: 'folder-gone' } },
      }
    },
    async act(page) {
      await page.locator('#backup').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-erase',
    path: '/settings',
    async act(page) {
      await page.locator('#erase button').click()
      await page.locator('[role="dialog"] [role="radio"][aria-checked="true"]').waitFor()
    },
  },
  {
    name: 'settings-erase-words',
    path: '/settings',
    prepare(script) {
      script.fails['vault.erase'] = { code: 'not-allowed', details: { reason: 'phrase-not-enough' } }
    },
    async act(page, { script }) {
      await page.locator('#erase button').click()
      await page.locator('[role="dialog"] [role="radio"]').last().click()
      await page.locator('[role="dialog"] textarea').fill('orbit lemon hazard quiet velvet tunnel')
      await page.locator('[role="dialog"] input[type="text"]').fill(script.accounts[0]?.address.slice(-4) ?? '')
      await page.locator('[role="dialog"] input[type="password"]').last().fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('[role="dialog"] [role="alert"]').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'wallet-backup-due',
    path: '/wallet',
    prepare(script) {
      script['backupFile.get'] = { ...noBackupFile, isDue: true }
    },
  },
  {
    name: 'stopped',
    path: '/wallet',
    prepare(script) {
      script.app = { ...script.app, payingStopped: 'disk-error' }
      script['budget.get'] = { limit: 100, used: 96, left: 4, refillsAt: null, waitingUntil: null }
    },
  },
]
