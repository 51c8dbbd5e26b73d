import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { type ChannelType, channelTypeOrder } from '@turnpike/contract/channel-types'
import type { FailureKind } from '../forms/failure.ts'
import { loadedProvider, loadProviders } from './registry.ts'

// A provider's `failures.json` lists error responses of its vendor and the kind of each. The kinds follow from what the
// vendor's documents or a published response say about the cause.
type Case = {
  /** Where the response was read, and on which day. Begins with recorded, documented or assumed. */
  source: string
  type: ChannelType
  status: number
  body: unknown
  headers?: Record<string, string>
  kind: FailureKind
}

await loadProviders(channelTypeOrder)

for (const file of globSync('*/failures.json', { cwd: import.meta.dirname }).sort()) {
  const cases: Case[] = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
  for (const { source, type, status, body, headers = {}, kind } of cases)
    test(`${dirname(file)}: ${status} ${JSON.stringify(body).slice(0, 100)} is ${kind}`, () => {
      assert.match(source, /^(?:recorded|documented|assumed): .*\d{4}-\d\d-\d\d/)
      assert.equal(loadedProvider(type).failure(status, body, headers).kind, kind)
    })
}
