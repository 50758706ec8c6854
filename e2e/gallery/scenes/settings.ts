import { scriptedNodes } from '../../../src/testing/fixtures/networks.ts'
import { noBackupFile, scriptedBackupFile } from '../../../src/testing/fixtures/backup.ts'
import { scriptedPrices } from '../../../src/testing/fixtures/sales.ts'
import { checkScenes } from './check.ts'
import { listed } from './in-shop.ts'
import type { Scene } from './scene.ts'
import { scriptedReport } from './support-report.ts'

/** Scenes of the settings: their pages, the search, and what each can be told. */
export const settingsScenes: Scene[] = [
  { name: 'settings', path: '/settings' },
  ...(['general', 'service', 'security', 'backup', 'point-of-sale', 'about', 'delete'] as const).map((page): Scene => ({
    name: `settings-page-${page}`,
    path: `/settings/${page}`,
  })),
  {
    name: 'settings-security-shop',
    path: '/settings/security',
    prepare: (script) => void (script.app = { ...script.app, kiosk: { on: true, role: 'manager', clerk: null } }),
  },
  {
    name: 'settings-point-of-sale-set',
    path: '/settings/point-of-sale',
    prepare(script) {
      script.app = { ...script.app, hasShifts: true, kiosk: { on: true, role: 'manager', clerk: null } }
      script.clerks = listed()
      script.prices = scriptedPrices
      script['shop.get'] = { printer: 'system' }
    },
  },
  {
    name: 'settings-limits',
    path: '/settings/security#limits',
    prepare: (script) => void (script['limits.get'] = { perPurchase: '50', perDay: '500', perRecipient: null }),
    act: (page) => page.locator('#limits:focus').waitFor(),
  },
  {
    name: 'settings-search',
    path: '/settings',
    async act(page) {
      await page.locator('main input[type="search"]').fill('lock')
      await page.locator('[data-results] a').first().waitFor()
    },
  },
  {
    name: 'settings-search-nothing',
    path: '/settings',
    async act(page) {
      await page.locator('main input[type="search"]').fill('zebra')
      await page.locator('[data-results]').waitFor()
    },
  },
  {
    name: 'settings-policy',
    path: '/settings/general',
    prepare(script) {
      const sets = ['service', 'limits', 'favourites', 'locale', 'theme', 'homeCountry', 'idleMinutes'] as const
      script.app = { ...script.app, policy: { sets: [...sets], problem: null } }
      script['limits.get'] = { perPurchase: '100', perDay: '2000', perRecipient: null }
    },
  },
  {
    name: 'settings-policy-unused',
    path: '/settings/general',
    prepare(script) {
      const problem = { reason: 'unknown-key', path: 'limits.perWeek', since: '2026-11-21T09:30:00.000Z' } as const
      script.app = { ...script.app, policy: { sets: ['limits'], problem: { ...problem, usesLast: true } } }
    },
  },
  {
    name: 'settings-policy-closed',
    path: '/settings/general',
    prepare(script) {
      const problem = { reason: 'not-json', path: '', since: '2026-11-21T09:30:00.000Z' } as const
      const policy = { sets: [], problem: { ...problem, usesLast: false } }
      script.app = { ...script.app, policy, payingStopped: 'policy-unusable' }
    },
  },
  {
    name: 'settings-elsewhere',
    path: '/settings/service',
    prepare(script) {
      const { profile } = script.app
      if (profile) script.app = { ...script.app, profile: { ...profile, name: 'Corner shop', playMoney: false } }
    },
  },
  ...(['failing', 'behind', 'other-chain'] as const).map((trouble): Scene => ({
    name: `settings-nodes-${trouble}`,
    path: '/settings/service',
    prepare(script) {
      const since = new Date(Date.now() - 180_000).toISOString()
      script['networks.nodes'] = scriptedNodes({
        trouble,
        since,
        behindBy: trouble === 'behind' ? 12 : 0,
        foundChainId: trouble === 'other-chain' ? 137 : null,
      })
    },
    act: (page) => page.locator('#nodes').scrollIntoViewIfNeeded(),
  })),
  ...(['tested', 'refused'] as const).map((outcome): Scene => ({
    name: `settings-nodes-added-${outcome}`,
    path: '/settings/service',
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
      await page.locator('main .lucide-plus').first().click()
      await page.locator('main fieldset textarea').first().fill('https://node.example/v2/key')
      await page.locator('main form input[type="password"]').last().fill('correct horse')
      await page.locator('main form button:has(.lucide-plug-zap)').click()
      await page.locator('main form [role="status"] li, main form [role="alert"] li').first().waitFor()
      await page.locator('main form button[type="submit"]').scrollIntoViewIfNeeded()
    },
  })),
  {
    name: 'settings-nodes-add',
    path: '/settings/service',
    async act(page) {
      await page.locator('main .lucide-plus').last().click()
      await page.locator('main fieldset textarea:focus').waitFor()
    },
  },
  {
    name: 'settings-service-nodes',
    path: '/settings/service',
    async act(page) {
      await page.locator('#service').getByRole('button').click()
      await page.locator('main form summary').first().click()
      await page.locator('main form .lucide-plus').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-service-codes',
    path: '/settings/service',
    async act(page) {
      await page.locator('#service').getByRole('button').click()
      await page.locator('main form summary').first().click()
      const codes = page.locator('main form [role="checkbox"]')
      await codes.click()
      await codes.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'settings-service',
    path: '/settings/service',
    async act(page) {
      await page.locator('#service').getByRole('button').click()
      await page.locator('input[type="url"]').waitFor()
    },
  },
  ...checkScenes,
  {
    name: 'settings-service-networks',
    path: '/settings/service',
    async act(page) {
      await page.locator('#service').getByRole('button').click()
      await page.locator('main details summary').first().click()
      await page.locator('main fieldset textarea').first().fill('http://node.example')
      await page.locator('main fieldset').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-words',
    path: '/settings/backup',
    async act(page) {
      await page.locator('#words').getByRole('button').first().click()
      await page.locator('[role="dialog"] input').fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('#words [aria-pressed]').focus()
      await page.keyboard.down('Enter')
      await page.locator('#words [aria-pressed="true"]').waitFor()
    },
  },
  { name: 'settings-help', path: '/settings/help' },
  {
    name: 'settings-about',
    path: '/settings/about',
  },
  {
    name: 'settings-installed',
    path: '/settings/general',
    prepare(script) {
      script.app = { ...script.app, shell: 'electron', startsWithSystem: false }
    },
  },
  {
    name: 'settings-newer-version',
    path: '/settings/about',
    prepare(script) {
      script.app = { ...script.app, newerVersion: { version: '0.2.0', date: '2026-11-20' } }
    },
  },
  {
    name: 'settings-report',
    path: '/settings/about',
    prepare(script) {
      script['support.report'] = { text: scriptedReport }
      script['support.save'] = { path: '/home/ana/Downloads/till-report-20261122T1559.txt' }
    },
    async act(page) {
      await page.locator('#report').getByRole('button').click()
      await page.locator('[role="dialog"] button:has(.lucide-download)').click()
      await page.locator('[role="dialog"] [role="status"]').waitFor()
    },
  },
  {
    name: 'settings-password',
    path: '/settings/security',
    async act(page) {
      await page.locator('#password').getByRole('button').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'settings-backup-failed',
    path: '/settings/backup',
    prepare(script) {
      script['ledgerCopies.get'] = { failed: true }
    },
  },
  {
    name: 'settings-backup-folder',
    path: '/settings/backup',
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
    path: '/settings/backup',
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
    path: '/settings/backup',
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
    path: '/settings/delete',
    async act(page) {
      await page.locator('#erase button').click()
      await page.locator('[role="dialog"] [role="radio"][aria-checked="true"]').waitFor()
    },
  },
  {
    name: 'settings-erase-words',
    path: '/settings/delete',
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
]
