import { type ReactNode, useEffect, useRef } from 'react'

/** An act on proposals: by its key on the current row or the selected ones, by a button on either. */
export type ListAct<Row> = {
  /** As `KeyboardEvent.key` names it. */
  key: string
  label: string
  /** A shorter label, for the button in a row; rows for which there is none have no button. */
  rowLabel?: (row: Row) => string | undefined
  icon: ReactNode
  danger?: boolean
  run: (rows: readonly Row[]) => void
}

/** The actions of a page by the key that starts them, as `KeyboardEvent.key` names it. */
type KeyActions = readonly (readonly [key: string, run: (() => void) | undefined])[]

const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox]'
/** Layers over the page have keys of their own. */
const layers = '[role=dialog], [role=menu], [role=alertdialog]'
/** These keys press the focused control. */
const pressing = new Set(['Enter', ' '])

/** Starts actions by single keys, while nobody types and no layer is open over the page. */
export function useListKeys(actions: KeyActions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      const run = latest.current.find(([key]) => key === event.key)?.[1]
      if (!run || isBusy(event)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isBusy({ key, target }: KeyboardEvent): boolean {
  if ([...document.querySelectorAll(layers)].some((layer) => layer.checkVisibility())) return true
  if (!(target instanceof Element)) return false
  return target.closest(typed) !== null || (pressing.has(key) && target.closest('a, button, input, summary') !== null)
}
