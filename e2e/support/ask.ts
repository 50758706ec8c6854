import type { Page } from '@playwright/test'
import type { Reply, RequestInput, RequestName, RequestOutput } from '../../src/shared/contract.ts'

/** Sends main a request over the page's own bridge, to set up a scene or to check the result; throws with the error's code. */
export async function ask<N extends RequestName>(
  page: Page,
  name: N,
  input: RequestInput<N>,
): Promise<RequestOutput<N>> {
  const reply = await page.evaluate(
    ([method, given]) => {
      const { till } = window as unknown as { till: { request(name: string, input: unknown): Promise<Reply> } }
      return till.request(method, given)
    },
    [name, input] as const,
  )
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`)
  return reply.value as RequestOutput<N>
}
