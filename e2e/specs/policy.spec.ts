import { contentPolicy } from '../../src/main/shell/serve-page.ts'
import { everyWindow, expect, test } from '../support/test.ts'

// Every spec checks that the app itself keeps to its policy: see `launch` in support/test.ts.
test(
  'the page is served with its content policy, and injected code is refused and reported',
  { tag: everyWindow },
  async ({ till }) => {
    const { page, refused } = till
    const served = await page.evaluate(async () => (await fetch('/')).headers.get('Content-Security-Policy'))
    expect(served).toBe(contentPolicy)

    const answers = await page.evaluate(async () => {
      const attempt = (act: () => unknown): string => {
        try {
          act()
          return 'done'
        } catch {
          return 'refused'
        }
      }
      // Code evaluated by a test may create code itself; code that runs later may not.
      const later = (act: () => unknown): Promise<string> => new Promise((done) => setTimeout(() => done(attempt(act))))
      const added = document.createElement('div')
      const frame = document.createElement('iframe')
      frame.src = '/'
      added.setAttribute('style', 'color: red')
      document.body.append(added, frame)
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      return {
        markup: attempt(() => (added.innerHTML = '<img src=x onerror=alert(1)>')),
        script: attempt(() => (document.createElement('script').text = 'window.slipped = 1')),
        code: await later(() => Function('return 1')()),
        policy: attempt(() => trustedTypes.createPolicy('mine', {})),
        elsewhere: await fetch('https://example.org/').then(
          () => 'done',
          () => 'refused',
        ),
        style: getComputedStyle(added).color === 'rgb(255, 0, 0)' ? 'done' : 'refused',
      }
    })
    expect([...new Set(Object.values(answers))], JSON.stringify(answers)).toEqual(['refused'])
    for (const directive of ['TrustedHTML', 'TrustedScript', 'style-src', 'connect-src', 'frame-src'])
      await expect.poll(() => refused.join('\n')).toContain(directive)
    refused.length = 0
  },
)
