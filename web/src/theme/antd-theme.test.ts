import assert from 'node:assert/strict'
import { test } from 'node:test'
import { theme } from 'antd'
import { antdTheme } from './antd-theme.ts'

test('the colours and sizes arrive as written, although the algorithms bend seeds', () => {
  const light = theme.getDesignToken(antdTheme({ scheme: 'light', small: false, motion: true }))
  assert.equal(light.colorPrimary, '#0B6B7A')
  assert.equal(light.colorPrimaryHover, '#0D7F90')
  assert.equal(light.colorTextPlaceholder, '#7C868D')
  assert.equal(light.controlHeightSM, 26)
  assert.equal(light.fontSizeSM, 12)

  const dark = theme.getDesignToken(antdTheme({ scheme: 'dark', small: false, motion: true }))
  assert.equal(dark.colorPrimary, '#2FA3B5')
  assert.equal(dark.colorError, '#E5604F')
  assert.equal(dark.colorBgElevated, '#191E21')
  assert.equal(dark.colorLink, '#5CCBDB')
  assert.equal(dark.motionDurationMid, '0.12s')
})

test('small screens get taller controls', () => {
  const small = theme.getDesignToken(antdTheme({ scheme: 'light', small: true, motion: true }))
  assert.deepEqual(
    [small.controlHeight, small.controlHeightSM, small.controlHeightLG, small.fontSize],
    [40, 32, 40, 14],
  )
})
