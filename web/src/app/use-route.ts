import { useMatches } from 'react-router'
import type { RouteRow } from './routes.tsx'

/** The row of the page that is shown. */
export const useRoute = () => useMatches().at(-1)?.handle as RouteRow | undefined
