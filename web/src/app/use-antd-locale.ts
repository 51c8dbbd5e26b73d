import type { Language } from '@turnpike/contract/errors'
import english from 'antd/es/locale/en_US'
import { useEffect, useState } from 'react'

/**
 * Ant's own words. English is part of Ant anyway; Chinese is fetched beside the first page, which rarely needs it at
 * once. There is always one of them: without any, Ant would build the whole page anew when the first arrives.
 */
export function useAntdLocale(language: Language) {
  const [chinese, setChinese] = useState<typeof english>()
  useEffect(() => {
    if (language !== 'zh') return
    let wanted = true
    import('antd/es/locale/zh_CN').then(
      (module) => wanted && setChinese(module.default),
      () => {}, // Ant then speaks English in a few corners; everything of ours is there
    )
    return () => {
      wanted = false
    }
  }, [language])
  return (language === 'zh' && chinese) || english
}
