import { defineStore } from 'pinia'
import { useNoticesStore } from '../../../app/stores/notices-store.ts'

/** A checkout that the user left with typed input. */
export interface SaveOffer {
  readonly name: string
  /** Whether it was never saved; otherwise the offer is about its changes. */
  readonly isNew: boolean
  readonly save: () => Promise<void>
}

/** The checkouts that Till offers to save: one notice for all of them, so that several do not cover the next checkout's buttons. */
export const useSaveOffersStore = defineStore('save-offers', () => {
  const notices = useNoticesStore()
  const offers = new Map<number, SaveOffer>()
  let last = 0
  let noticeId: number | null = null

  /** Forgets the offers whose notice was dismissed or has expired. */
  function dropSeen(): void {
    if (noticeId !== null && notices.notices.every(({ id }) => id !== noticeId)) offers.clear()
  }
  async function saveAll(): Promise<void> {
    const all = [...offers.values()]
    offers.clear()
    for (const { save } of all) await save()
  }
  function show(): void {
    if (noticeId !== null) notices.remove(noticeId)
    noticeId = null
    const [latest, ...others] = [...offers.values()].reverse()
    if (latest === undefined) return
    const offered = {
      values: { name: latest.name, count: String(others.length) },
      action: { key: 'drafts.offerSave', run: () => void saveAll() },
    }
    if (others.length > 0) noticeId = notices.add('plain', 'drafts.offerAll', offered)
    else if (latest.isNew) noticeId = notices.add('plain', 'drafts.offer', offered)
    else noticeId = notices.add('plain', 'drafts.offerChanges', offered)
  }
  /** Offers one more; returns its number. */
  function add(offer: SaveOffer): number {
    dropSeen()
    last += 1
    offers.set(last, offer)
    show()
    return last
  }
  function withdraw(id: number): void {
    dropSeen()
    if (offers.delete(id)) show()
  }
  return { add, withdraw }
})
