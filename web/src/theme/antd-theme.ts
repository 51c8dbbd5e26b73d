import { type ThemeConfig, theme } from 'antd'
import { componentTokens } from './antd-components.ts'
import { type Palette, paletteOf, type Scheme } from './roles.ts'

type Tokens = NonNullable<ThemeConfig['token']>
type Algorithm = typeof theme.darkAlgorithm

/** On small screens controls are larger, because they are touched. */
const controls = (small: boolean): Tokens => ({
  controlHeight: small ? 40 : 32,
  controlHeightSM: small ? 32 : 26,
  controlHeightLG: 40,
  fontSize: small ? 14 : 13,
  lineHeight: small ? 20 / 14 : 20 / 13,
})

const shape: Tokens = {
  fontFamily: 'var(--font)',
  fontFamilyCode: 'var(--font-mono)',
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeXL: 18,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  borderRadiusXS: 3,
  controlOutlineWidth: 3,
  motionUnit: 0.06,
  // Ant rounds what it derives from the unit to tenths of a second.
  motionDurationFast: '0.06s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.18s',
  linkDecoration: 'none',
  linkHoverDecoration: 'underline',
}

const seeds = (role: Palette): Tokens => ({
  colorPrimary: role.accent,
  colorInfo: role.accent,
  colorSuccess: role.success,
  colorWarning: role.warning,
  colorError: role.error,
  colorLink: role['accent-text'],
})

const statusColours = (role: Palette): Tokens => ({
  colorPrimaryHover: role['accent-hover'],
  colorPrimaryActive: role['accent-pressed'],
  colorPrimaryBg: role['accent-tint'],
  colorPrimaryBgHover: role['accent-tint-hover'],
  colorPrimaryBorder: role['accent-tint-border'],
  colorPrimaryBorderHover: role['accent-hover'],
  colorPrimaryText: role['accent-text'],
  colorInfoBg: role['accent-tint'],
  colorInfoBorder: role['accent-tint-border'],
  colorLinkHover: role['accent-hover'],
  colorLinkActive: role['accent-pressed'],
  colorSuccessBg: role['success-tint'],
  colorSuccessBorder: role['success-border'],
  colorSuccessText: role['success-text'],
  colorWarningBg: role['warning-tint'],
  colorWarningBorder: role['warning-border'],
  colorWarningText: role['warning-text'],
  colorErrorBg: role['error-tint'],
  colorErrorBorder: role['error-border'],
  colorErrorText: role['error-text'],
})

const surfaces = (role: Palette): Tokens => ({
  colorText: role['text-1'],
  colorTextSecondary: role['text-2'],
  colorTextTertiary: role['text-3'],
  colorTextQuaternary: role.disabled,
  colorTextPlaceholder: role.placeholder,
  colorTextDisabled: role.disabled,
  colorTextDescription: role['text-3'],
  colorTextLabel: role['text-2'],
  colorIcon: role['text-3'],
  colorIconHover: role['text-1'],
  colorBgLayout: role.side,
  colorBgContainer: role.page,
  colorBgElevated: role.raised,
  colorBgSpotlight: role.tooltip,
  colorBgMask: role.mask,
  colorFill: role['fill-hover'],
  colorFillSecondary: role.fill,
  colorFillTertiary: role.fill,
  colorFillQuaternary: role.sunken,
  colorBorder: role.border,
  colorBorderSecondary: role.hairline,
  colorSplit: role.hairline,
  colorBorderDisabled: role.hairline,
  colorBgTextHover: role.fill,
  colorBgTextActive: role['fill-hover'],
  controlItemBgHover: role.fill,
  controlItemBgActive: role['accent-tint'],
  controlItemBgActiveHover: role['accent-tint-hover'],
  controlOutline: role['accent-outline'],
  boxShadow: role.shadow,
  boxShadowSecondary: role.shadow,
  boxShadowTertiary: role['shadow-small'],
})

type ThemeConditions = { scheme: Scheme; small: boolean; motion: boolean }

/** Ant Design in our colours and sizes. */
export function antdTheme({ scheme, small, motion }: ThemeConditions): ThemeConfig {
  const role = paletteOf(scheme)
  const values = { motion, ...shape, ...controls(small), ...seeds(role), ...statusColours(role), ...surfaces(role) }
  // Ant's algorithms change seed colours and sizes, the dark one most of all: ours come last and stay as written.
  const algorithm: Algorithm = (seed, map) => ({
    ...(scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm)(seed, map),
    ...(values as Partial<ReturnType<Algorithm>>),
  })
  return {
    algorithm,
    token: values,
    components: componentTokens(role),
    cssVar: { key: 'turnpike' },
    hashed: false,
  }
}
