import { useI18n } from 'vue-i18n'
import type { NetworkTroubleView } from '../../../shared/networks/views.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useNow } from '../timing/use-now.ts'

/** Returns messages for a network that accepts no transactions, the same for everything that waits there. */
export function useTroubleMessages() {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow()

  function troubleText({ what, since }: NetworkTroubleView): string {
    return t(`networkTrouble.${what}`, {
      since: since === null ? '' : formats.value.clock(Date.parse(since), now.value),
    })
  }
  return { troubleText }
}
