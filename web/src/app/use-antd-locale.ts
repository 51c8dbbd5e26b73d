import type { Language } from '@turnpike/contract/errors'
import english from 'antd/es/locale/en_US'
import { useEffect, useState } from 'react'

/**
 * The texts of Ant's own components. English is part of Ant anyway; Chinese is fetched in parallel with the first page,
 * which rarely needs it at once. A locale is always set: without one, Ant would remount the whole page when it arrives.
 */
export function useAntdLocale(language: Language) {
  const [chinese, setChinese] = useState<typeof english>()
  useEffect(() => {
    if (language !== 'zh') return
    let wanted = true
    import('antd/es/locale/zh_CN').then(
      (module) => wanted && setChinese(module.default),
      () => {}, // Ant's few own texts then stay English; ours are part of the bundle
    )
    return () => {
      wanted = false
    }
  }, [language])
  return (language === 'zh' && chinese) || english
}
