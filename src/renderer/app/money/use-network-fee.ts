import type { NetworkFee } from '../../../shared/transactions/views.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useApproximate } from './use-approximate.ts'
import { useWithAbout } from './use-with-about.ts'

/** Writes network fees for reading. */
export function useNetworkFee() {
  const formats = useFormats()
  const { aboutCoins } = useApproximate()
  const withAbout = useWithAbout()

  /** Returns about what a fee is in the user's money: "≈ MX$3.40"; null if unknown. */
  const aboutFee = ({ networkFeeInDollars: dollars }: NetworkFee): string | null =>
    dollars && aboutCoins(dollars, 'USD')

  /** Returns a fee with about what it is in the user's money, for a sentence: "0.0001 ETH (≈ MX$3.40)". */
  const feeText = (fee: NetworkFee, native: string): string =>
    withAbout(formats.value.coin(fee.networkFeeAtMost, native), aboutFee(fee))

  return { aboutFee, feeText }
}
