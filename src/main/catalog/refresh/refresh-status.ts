import type { CatalogStatusView, NeededPart } from '../../../shared/catalog/views.ts'
import type { ErrorView } from '../../../shared/errors.ts'
import { readCatalogState } from '../catalog-state-repository.ts'
import type { CatalogStore } from '../catalog-store.ts'
import type { MetadataRefresher } from '../metadata/refresh-metadata.ts'
import type { OnProgress } from './update-products.ts'
import { refreshFailure } from './refresh-failure.ts'

export interface RefreshStatusOptions {
  readonly store: CatalogStore
  readonly metadata: Pick<MetadataRefresher, 'missing'>
  readonly onChange: (view: CatalogStatusView) => void
}

/** What is known of the catalog, and of its refresh. */
export interface RefreshStatus {
  /** Returns the status; throws if the disk cannot read the catalog. */
  view(): CatalogStatusView
  /** Returns the status even if the disk cannot read the catalog: the last known one, with the error. */
  viewAnyhow(): CatalogStatusView
  begin(): void
  end(): void
  /** Notes why the last part failed; null if it did not. */
  fail(failure: ErrorView | null): void
  /** Notes the progress, and notifies of it now and then. */
  readonly progress: OnProgress
}

const NOTIFY_EVERY_MS = 100

/** Creates the status of a catalog that is not being refreshed; it notifies of nothing once `signal` is aborted. */
export function createRefreshStatus(options: RefreshStatusOptions, signal: AbortSignal): RefreshStatus {
  const { store, metadata, onChange } = options
  let refreshing = false
  let progress: CatalogStatusView['progress'] = null
  let notifiedAt = -Infinity
  let error: ErrorView | null = null
  let last: CatalogStatusView = {
    refreshedAt: null,
    brands: 0,
    variants: 0,
    skipped: 0,
    refreshing: false,
    progress: null,
    error: null,
    missing: [],
  }

  function view(): CatalogStatusView {
    const state = store.use(readCatalogState)
    const missing: NeededPart[] = metadata.missing()
    // A service that has only just started may have no products yet.
    if (state.refreshedAt === null || state.variants === 0) missing.push('catalog')
    return { ...state, refreshing, progress, error, missing }
  }

  return {
    view,
    viewAnyhow() {
      try {
        last = view()
        return last
      } catch (thrown) {
        error = refreshFailure(thrown)
        return { ...last, refreshing, progress, error }
      }
    },
    begin() {
      refreshing = true
    },
    end() {
      refreshing = false
      progress = null
    },
    fail(failure) {
      error = failure
    },
    progress(part, share) {
      const isNew = progress?.part !== part
      progress = { part, share: share === null ? null : Math.min(1, share) }
      if (signal.aborted || (!isNew && performance.now() - notifiedAt < NOTIFY_EVERY_MS)) return
      notifiedAt = performance.now()
      onChange(view())
    },
  }
}
