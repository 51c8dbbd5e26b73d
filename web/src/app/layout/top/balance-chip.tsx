import { Wallet } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Money } from '../../../components/figures/money.tsx'
import { useCloseOutside } from '../../../components/menu/use-close-outside.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { usePayer } from '../../../lib/api/organisations.ts'
import { lazyComponent, lazyPart } from '../../../lib/browser/lazy-part.ts'
import { layoutText } from '../layout.text.ts'
import chipStyles from './balance/balance-panel.module.css'
import styles from './top-bar.module.css'

/** Most accounts have no plan. */
const PlanRing = lazyPart(async () => (await import('./balance/plan-ring.tsx')).PlanRing)
const BalancePanel = lazyComponent(async () => (await import('./balance/balance-panel.tsx')).BalancePanel)

/**
 * The remaining balance of the account that pays for what this tab does, where the user may see it; a dash while the
 * amount loads. A click opens the recent spend and how long the balance lasts.
 */
export function BalanceChip() {
  const t = layoutText.use()
  const { data, error, isHidden } = usePayer()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) panel.current?.focus()
  }, [open])
  useCloseOutside(box, open, () => setOpen(false))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  if (isHidden) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from wherever the focus is in it
    <div ref={box} className={chipStyles.box} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Wallet role="img" aria-label={t('balance')} />
        {data ? <Money quota={data.quota} /> : <span title={error?.message}>—</span>}
        {data?.plans && data.plans.length > 0 && <PlanRing plans={data.plans} />}
      </button>
      {open && (
        <>
          <div className={chipStyles.mask} aria-hidden onPointerDown={() => setOpen(false)} />
          <div
            ref={panel}
            id={id}
            role="dialog"
            aria-label={t('balance')}
            tabIndex={-1}
            className={`${chipStyles.panel} ${layoutStyles.appearing}`}
          >
            <Suspense fallback={<div className={chipStyles.waiting} aria-busy="true" />}>
              <BalancePanel balance={data?.quota} plans={data?.plans ?? []} onLeave={() => setOpen(false)} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  )
}
