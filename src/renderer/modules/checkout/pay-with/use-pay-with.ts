import { computed, watch } from 'vue'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { request } from '../../../app/requests/client.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { loadBalances, loadNetworks } from '../../../app/start/start-app.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import { paymentOptions, preselected, type PaymentOption } from '../../../app/money/payment-options.ts'

/** Holds the payment methods for a product, their balances and the chosen one: the user's choice, else the last one used, else the best. */
export function usePayWith(product: () => VariantView | null) {
  const shopper = useShopperStore()
  const store = useCheckoutStore()

  const loading = useTask(async (fresh: boolean) => {
    if (!shopper.networks) await loadNetworks()
    await loadBalances(fresh)
  })
  const fauceting = useTask(() => request('wallet.faucet'))
  void loading.run(false)

  const options = computed(() => {
    const variant = product()
    return variant === null ? [] : paymentOptions(shopper.networks ?? [], shopper.balances ?? [], variant.price)
  })
  const option = computed<PaymentOption | null>(
    () => options.value.find(({ key, unpayable }) => key === store.payWith && !unpayable) ?? null,
  )
  const chosen = computed(() =>
    option.value ? { networkKey: option.value.networkKey, tokenKey: option.value.tokenKey } : null,
  )
  watch(
    [options, () => shopper.balances],
    ([all, balances]) => {
      if (option.value === null && balances) store.payWith = preselected(all, shopper.lastPaymentMethod)?.key ?? null
    },
    { immediate: true },
  )
  async function getPlayMoney(): Promise<void> {
    const balances = await fauceting.run()
    if (balances) shopper.balances = balances
  }

  const hasProduct = computed(() => product() !== null)
  return { hasProduct, options, option, chosen, loading, fauceting, getPlayMoney }
}

/** The coins and networks that can pay, and the chosen one. */
export type PaymentChoice = ReturnType<typeof usePayWith>
