import { QueryClientProvider } from '@tanstack/react-query'
import english from 'antd/es/locale/en_US'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { languages } from '../languages/languages.ts'
import { chosenLanguage } from '../lib/browser/preferences.ts'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { useScheme } from '../theme/scheme.ts'
import { setDocumentLanguage, setDocumentScheme } from './document-attributes.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

/** Provides every page with the query client, Ant Design in our theme and language, and the routes. */
export function App() {
  const scheme = useScheme()
  const spoken = chosenLanguage.use()
  useEffect(() => setDocumentScheme(scheme), [scheme])
  useEffect(() => setDocumentLanguage(spoken), [spoken])
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider locale={useAntdLocale(spoken)}>
        <RouterProvider router={router} />
      </AntdProvider>
    </QueryClientProvider>
  )
}

/**
 * The texts of Ant's own components. English is part of Ant anyway; another language is fetched in parallel with the first page,
 * which rarely needs it at once. A locale is always set: without one, Ant would remount the whole page when it arrives.
 */
function useAntdLocale(chosen: string) {
  const [fetched, setFetched] = useState<{ chosen: string; locale: typeof english }>()
  useEffect(() => {
    let wanted = true
    languages[chosen]?.antd?.().then(
      (module) => wanted && setFetched({ chosen, locale: module.default }),
      () => {}, // Ant's few own texts then stay English; ours are part of the bundle
    )
    return () => {
      wanted = false
    }
  }, [chosen])
  return fetched?.chosen === chosen ? fetched.locale : english
}
