import { observable } from '../../lib/browser/observable.ts'

/** Whether the list of keyboard shortcuts is open. */
export const shortcutsOpen = observable(false)
