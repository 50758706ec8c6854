import type { supportRequests } from '../../../shared/support/contract.ts'
import { fileName } from '../../exports/file-name.ts'
import type { Log } from '../../log/create-log.ts'
import type { Support } from '../../support/create-support.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface SupportParts {
  readonly log: Log
  readonly support: Support
  readonly save: SaveFile
}

/** Answers requests about errors and the report for support. */
export function supportHandlers({ log, support, save }: SupportParts): HandlersOf<typeof supportRequests> {
  return {
    'support.report': () => ({ text: support.report() }),
    'support.save'({ language }) {
      const { at, text } = support.last()
      const minute = new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '')
      return save(fileName('report', { language }, [minute], 'txt'), text)
    },
    'support.noteError'({ name, stack }) {
      log('page.failed', {}, { error: Object.assign(new Error(), { name, stack }) })
    },
  }
}
