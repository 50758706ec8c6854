import { computed } from 'vue'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import { useApproximate } from '../../app/money/use-approximate.ts'
import { usePurses } from '../../app/money/use-purses.ts'

/** Returns the wallet's sum in the money of the country, and the balances that it counts; without a rate, one coin on one network. */
export function useCountedBalances() {
  const { purses, purse, total, rateAge } = usePurses()
  const { aboutTotal } = useApproximate()
  const about = computed(() => aboutTotal(total.value.coins, 'full'))
  const counted = computed(() =>
    about.value ? purses.value.filter(({ symbol }) => isDollar(symbol)) : purse.value ? [purse.value] : [],
  )
  /** When the oldest of them was read (epoch ms), if it is not confirmed now; else null. */
  const oldest = computed(() => {
    const times = counted.value.flatMap(({ last }) => (last ? [last.at] : []))
    return times.length > 0 ? Math.min(...times) : null
  })
  return { purse, total, rateAge, about, counted, oldest }
}
