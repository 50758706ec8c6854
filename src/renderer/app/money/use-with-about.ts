import { useI18n } from 'vue-i18n'

/**
 * Returns a function that writes about what an amount is in the user's money behind it: "5.32 USDC (≈ MX$101.27)"; nothing if unknown. No line
 * ends within what it adds.
 */
export function useWithAbout(): (amount: string, about: string | null) => string {
  const { t } = useI18n()
  return (amount, about) =>
    about === null ? amount : t('receipt.withAbout', { amount, about: about.replaceAll(' ', '\u00a0') })
}
