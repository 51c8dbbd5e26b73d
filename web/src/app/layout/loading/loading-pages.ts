import { observable } from '../../../lib/browser/observable.ts'

/** How many pages are drawn as grey bars because their code is loading. */
export const loadingPages = observable(0)
