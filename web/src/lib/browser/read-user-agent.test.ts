import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUserAgent } from './read-user-agent.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('browsers are known although they claim to be others', () => {
  for (const [userAgent, browser, system] of [
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge', 'Windows'],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.4 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'Linux'],
    [`${mozilla} (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${webkit} Version/18.4 Safari/604.1`, 'Safari', 'iPhone'],
    [`${mozilla} (Linux; Android 16) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  ] as const)
    assert.deepEqual(readUserAgent(userAgent), { browser, system })
})

test('scripts and empty texts are nobody in particular', () => {
  for (const userAgent of ['', 'curl/8.5.0', 'node']) assert.deepEqual(readUserAgent(userAgent), {})
})
