import { expect, it } from 'vitest'
import { isNewerVersion, isVersion } from './compare-versions.ts'

/** In ascending order; the pre-releases are the example of Semantic Versioning 2.0.0, §11. */
const ascending = [
  '0.1.0',
  '0.9.9',
  '0.10.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
  '10.0.0',
]

it('every version takes precedence over all before it, and over none after it', () => {
  for (const [index, version] of ascending.entries())
    expect(ascending.filter((other) => isNewerVersion(version, other))).toEqual(ascending.slice(0, index))
})

it('a version that differs only in its build is not newer', () => {
  expect([isNewerVersion('1.0.0+2', '1.0.0+1'), isNewerVersion('1.0.0+2', '1.0.0')]).toEqual([false, false])
  expect(isNewerVersion('1.0.1+2', '1.0.0+3')).toBe(true)
})

it.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  'v1.2.3',
  '01.2.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3-a..b',
  '1.2.3+',
  ' 1.2.3',
  '1.2.3\n',
  '1.2.x',
  '-1.2.3',
  '1.2.3-ä',
  '1.2.3 is out',
  '1.2.1000000',
  `1.2.3-${'a'.repeat(40)}`,
])('%j is no version, and neither newer nor older than one', (text) => {
  expect([isVersion(text), isNewerVersion(text, '0.1.0'), isNewerVersion('999.0.0', text)]).toEqual([
    false,
    false,
    false,
  ])
})
