import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, type ConfigProviderProps, type ThemeConfig } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useMedia } from '../lib/browser/use-media.ts'
import { useSmallScreen } from '../lib/browser/use-small-screen.ts'
import { antdTheme } from './antd-theme.ts'
import { useScheme } from './scheme.ts'

type Props = { locale: NonNullable<ConfigProviderProps['locale']>; children: ReactNode }

/**
 * Provides Ant Design's components with our theme and their texts. The built app has the theme as stylesheets (`bundle/antd-styles`), and
 * the code that makes styles is no part of it.
 */
export const AntdProvider = import.meta.env.PROD ? SettingsProvider : ThemeProvider

function SettingsProvider({ locale, theme, children }: Props & { theme?: ThemeConfig }) {
  return (
    <ConfigProvider
      {...{ theme, locale }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      renderEmpty={() => <span>{locale.Empty?.description}</span>}
    >
      {children}
    </ConfigProvider>
  )
}

function ThemeProvider(props: Props) {
  const scheme = useScheme()
  const small = useSmallScreen()
  const motion = !useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdTheme({ scheme, small, motion }), [scheme, small, motion])
  return (
    <StyleProvider layer>
      <SettingsProvider {...props} theme={theme} />
    </StyleProvider>
  )
}
