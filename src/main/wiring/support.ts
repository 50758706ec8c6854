import { personStatus } from '../../shared/purchases/state.ts'
import type { AppOptions } from '../app-options.ts'
import { versionOf } from '../db/open-database.ts'
import type { WritableDb } from '../db/connections.ts'
import { host } from '../log/kinds.ts'
import { listStates } from '../purchases/list-repository.ts'
import { createSupport, type Support } from '../support/create-support.ts'
import { fileFacts, programFacts } from '../support/program-facts.ts'
import type { ReportSection } from '../support/write-report.ts'
import type { Vault } from '../vault/vault.ts'
import { toAppView, type AppViewParts } from './app-view.ts'
import type { CatalogParts } from './catalog.ts'
import type { Networks } from './networks.ts'
import type { BackupParts } from './backup.ts'
import type { Services } from '../profiles/services.ts'
import type { SettingsParts } from './settings.ts'
import type { Stores } from './stores.ts'

export interface SupportParts
  extends
    AppViewParts,
    Pick<AppOptions, 'config' | 'logTail'>,
    Pick<Stores, 'ledger' | 'cache' | 'catalog'>,
    Pick<SettingsParts, 'profiles' | 'limits'>,
    Pick<CatalogParts, 'catalogs'>,
    Pick<BackupParts, 'dailyCopies' | 'backupFiles'> {
  readonly networks: Pick<Networks, 'views' | 'chainOf'>
  readonly services: Pick<Services, 'get'>
  readonly vault: Pick<Vault, 'isLocked' | 'accounts'>
  readonly now: () => number
}

/** Opens the report for support, from what the parts can say without private data. */
export function openSupport(parts: SupportParts): Support {
  const { config, logTail, now, shell, secrets, version } = parts
  const program = { version, window: shell.kind, hasSecretStore: secrets.protected, logLevel: config.logLevel }
  return createSupport({
    now,
    logTail,
    facts: () => [
      programFacts(program),
      settingsFacts(parts),
      fileFacts(config.dataDir),
      storeFacts(parts),
      serviceFacts(parts),
      ...networkFacts(parts),
      purchaseFacts(parts.ledger),
    ],
  })
}

function settingsFacts(parts: SupportParts): ReportSection {
  const { settings, kiosk, policy, wallet, locked, payingStopped } = toAppView(parts)
  const { perPurchase, perDay, perRecipient } = parts.limits.read()
  return {
    title: 'Settings',
    rows: [
      ['language', settings.locale],
      ['theme', settings.theme],
      ['locks after', `${settings.lockAfterMinutes} min`],
      ['signs out after', `${settings.idleMinutes} min`],
      ['PIN at each sale', settings.pinAtSale],
      ['shop mode', kiosk.on],
      ['policy sets', policy.sets.join(', ') || null],
      ['policy problem', policy.problem?.reason ?? null],
      ['policy problem since', policy.problem?.since ?? null],
      ['limits', [perPurchase, perDay, perRecipient].some((limit) => limit !== null)],
      ['wallet', wallet !== null],
      ['accounts', parts.vault.accounts().length],
      ['locked', locked],
      ['paying stopped', payingStopped],
    ],
  }
}

function storeFacts({ ledger, cache, catalog, catalogs, dailyCopies, backupFiles }: SupportParts): ReportSection {
  const { refreshedAt, brands, variants, skipped, error, missing } = catalogs.status()
  const file = backupFiles.view()
  return {
    title: 'Storage',
    rows: [
      ['schema of the ledger', versionOf(ledger)],
      ['schema of the cache', versionOf(cache)],
      ['schema of the catalog', catalog.use(versionOf)],
      ['catalog read', refreshedAt],
      ['brands, products', `${brands}, ${variants}`],
      ['products left out', skipped],
      ['catalog problem', error?.code ?? null],
      ['never read', missing.join(', ') || null],
      ['last copy of the ledger', dailyCopies.view().newestAt],
      ['last copy failed', dailyCopies.view().failed],
      ['last backup file', file.lastAt],
      ['backup problem', file.problem && (file.problem.details?.reason ?? file.problem.code)],
    ],
  }
}

function serviceFacts({ profiles, services }: SupportParts): ReportSection {
  const profile = profiles.current()
  if (profile === null) return { title: 'Service', rows: [['service', null]] }
  const { baseUrl, quoteDialect, faucetUrl } = profile.settings
  const { client, budget } = services.get(profile.id) ?? {}
  const connection = client?.connection()
  return {
    title: 'Service',
    rows: [
      ['host', host.write(baseUrl)],
      ['play money', faucetUrl !== undefined],
      ['token', profile.hasToken],
      ['token refused', profile.tokenRefused],
      ['quotes', quoteDialect],
      ['connection', connection?.service ?? null],
      ['since', connection?.since ?? null],
      ['problem', connection?.error ?? null],
      ['requests left', budget?.view().left ?? null],
      ['asked to wait until', budget?.view().waitingUntil ?? null],
    ],
  }
}

/** One section a network, with each node's host and how it has been doing. */
function networkFacts({ networks }: SupportParts): ReportSection[] {
  return networks.views().map(({ key, chainId, unpayable, tokens }) => {
    const chain = networks.chainOf(key)
    const nodes = chain?.nodes() ?? []
    return {
      title: `Network with chain ID ${chainId}`,
      rows: [
        ['cannot be paid with', unpayable],
        ['coins', tokens.length],
        ['trouble', chain?.trouble()?.what ?? null],
        ...nodes.map(
          ({ url, trouble, behindBy }) =>
            [
              `node ${host.write(url)}`,
              trouble === 'behind' ? `${behindBy} blocks behind` : (trouble ?? 'working'),
            ] as const,
        ),
      ],
    }
  })
}

function purchaseFacts(ledger: WritableDb): ReportSection {
  const states = listStates(ledger).map(({ state }) => state)
  const rows = [
    ...counted(states.map(personStatus), ''),
    ...counted(
      states.map(({ payment }) => payment),
      'payment ',
    ),
    ...counted(
      states.map(({ registration }) => registration),
      'registration ',
    ),
    ...counted(
      states.flatMap(({ attention }) => attention ?? []),
      'asks ',
    ),
  ]
  return { title: 'Purchases', rows: [['all', states.length], ...rows] }
}

function counted(words: readonly string[], before: string): [name: string, count: number][] {
  return [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [`${before}${word}`, length])
}
