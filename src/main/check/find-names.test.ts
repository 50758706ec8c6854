import { expect, it } from 'vitest'
import type { Answer } from '../service/answer/answer.ts'
import { findNames, listCandidates } from './find-names.ts'

function refusal(body: unknown): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status: 400, contentType: '', etag: null, body: new TextEncoder().encode(text), saved: null }
}
const found = (body: unknown): unknown => findNames(refusal(body), listCandidates)

it('finds the names that a refusal complains about, in every known wording', () => {
  const fields = { page: 'is not a number', limit: 'must be at most 50', chain_id: 'is no chain' }
  const names = { page: 'page', size: 'limit', chain: 'chain_id' }
  expect(found({ errorCode: 'INVALID', fields })).toEqual(names)
  expect(found({ fields: { 'query.page': 'is not a number' } })).toEqual({ page: 'page' })
  expect(found({ message: 'Invalid or missing parameters: page, limit, chain_id' })).toEqual(names)
  expect(found({ detail: [{ loc: ['query', 'page'], msg: 'value is not a valid integer' }] })).toEqual({ page: 'page' })
  expect(found("Parameter 'pageSize' is wrong")).toEqual({ size: 'pageSize' })
})

it('finds no name that the service does not know, that is ambiguous, or that is a mere word', () => {
  expect(found({ fields: { page: 'unknown parameter', pageNumber: 'is not a number' } })).toEqual({
    page: 'pageNumber',
  })
  expect(found({ message: 'unknown parameters: page, limit' })).toEqual({})
  expect(found({ fields: { page: 'is wrong', page_number: 'is wrong' } })).toEqual({})
  expect(found({ message: 'This page of the network is wrong' })).toEqual({})
  expect(found('')).toEqual({})
})
