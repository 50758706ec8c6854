import { expect, it } from 'vitest'
import { requests } from '../../src/shared/contract.ts'
import { attack, type Finding } from './attack.ts'
import { openHouse } from './house.ts'

it(
  'main answers two hundred inputs of every request, fitting or not, from its own page and a foreign one, and gives nothing away',
  { timeout: 120_000 },
  async () => {
    const house = await openHouse()
    const found: Finding[] = []
    const report = await attack(house, Object.keys(requests).length * 200, 7, (finding) => found.push(finding))
    await house.close()
    expect(found.slice(0, 5)).toEqual([])
    expect(report).toMatchObject({ crashes: 0, unauthorised: 0, leaks: 0 })
  },
)
