import { computed, reactive } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RequestOutput } from '../../../shared/contract.ts'
import type { PolicyPart } from '../../../shared/policy/views.ts'
import { request } from '../../app/requests/client.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { useAppStore } from '../../app/stores/app-store.ts'

interface ShopParts {
  counter?: RequestOutput<'counter.get'>
  prices?: RequestOutput<'prices.get'>
  receipt?: RequestOutput<'shop.get'>
  registers?: RequestOutput<'registers.list'>
}

/** Returns the state of each part of a shop in a few words; null until it is read, and if it cannot be. */
export function useShopStates() {
  const { t } = useI18n()
  const store = useAppStore()
  const formats = useFormats()
  const parts = reactive<ShopParts>({})

  function read<K extends keyof ShopParts>(part: K, reading: Promise<Required<ShopParts>[K]>): void {
    // A row without a state still leads to its page, which says what fails.
    reading.then((answer) => Object.assign(parts, { [part]: answer })).catch(() => undefined)
  }
  read('counter', request('counter.get'))
  read('prices', request('prices.get'))
  read('receipt', request('shop.get'))
  read('registers', request('registers.list'))

  const isSet = (part: PolicyPart): boolean => store.app?.policy.sets.includes(part) ?? false
  const counted = (list: readonly unknown[] | undefined): string | null =>
    list === undefined ? null : formats.value.number(list.length)
  function receiptState(): string | null {
    if (isSet('receipt')) return t('policy.set')
    const { printer = 'none' } = parts.receipt ?? {}
    if (printer === 'none') return null
    return t(`receiptSettings.printers.${printer === 'system' ? 'system' : 'network'}`)
  }
  return computed(() => ({
    counter: isSet('favourites') ? t('policy.set') : counted(parts.counter?.pages),
    prices: isSet('prices') ? t('policy.set') : (parts.prices?.currency ?? null),
    receipt: receiptState(),
    registers: isSet('registers') ? t('policy.set') : counted(parts.registers?.registers),
  }))
}
