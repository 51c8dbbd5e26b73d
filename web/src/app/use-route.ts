import { useMatches } from 'react-router'
import type { RouteRow } from './routes.tsx'

/** The row of `routes` for the open page. */
export const useRoute = () => useMatches().at(-1)?.handle as RouteRow | undefined
