import type { OptionKey } from '@turnpike/contract/options'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import styles from './form.module.css'

/** The option that the address names: `?tab=operation&section=general&option=RetryTimes`. */
export const useWantedOption = () => useSearchParams()[0].get('option')

/** Around the field of an option. When the address names the option, the field is scrolled to, focused and highlighted. */
export function OptionAnchor({ name, children }: { name: OptionKey; children: ReactNode }) {
  const isWanted = useWantedOption() === name
  const { key } = useLocation()
  const box = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads to the field again
  useEffect(() => {
    if (!isWanted || !box.current) return
    box.current.scrollIntoView({ block: 'center' })
    box.current.querySelector<HTMLElement>(':is(input, textarea, button)')?.focus({ preventScroll: true })
  }, [isWanted, key])

  return (
    <div ref={box} data-option={name} className={isWanted ? styles.wanted : undefined}>
      {children}
    </div>
  )
}
