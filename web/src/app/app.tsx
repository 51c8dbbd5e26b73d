import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useEffect, useMemo } from 'react'
import { RouterProvider } from 'react-router/dom'
import { language } from '../lib/browser/preferences.ts'
import { useMedia } from '../lib/browser/use-media.ts'
import { useSmallScreen } from '../lib/browser/use-small-screen.ts'
import { antdTheme } from '../theme/antd-theme.ts'
import { useScheme } from '../theme/scheme.ts'
import { setDocumentLanguage, setDocumentScheme } from './document-attributes.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { useAntdLocale } from './use-antd-locale.ts'

/** Provides every page with the query client, Ant Design in our theme and language, and the routes. */
export function App() {
  const scheme = useScheme()
  const small = useSmallScreen()
  const spoken = language.use()
  useEffect(() => setDocumentScheme(scheme), [scheme])
  useEffect(() => setDocumentLanguage(spoken), [spoken])
  const motion = !useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdTheme({ scheme, small, motion }), [scheme, small, motion])
  return (
    <QueryClientProvider client={queryClient}>
      <StyleProvider layer>
        <ConfigProvider
          theme={theme}
          locale={useAntdLocale(spoken)}
          button={{ autoInsertSpace: false }}
          wave={{ disabled: true }}
        >
          <RouterProvider router={router} />
        </ConfigProvider>
      </StyleProvider>
    </QueryClientProvider>
  )
}
