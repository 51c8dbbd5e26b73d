import { useStatus } from '../../../lib/api/status.ts'
import { session } from '../../../lib/session/session.ts'
import { pages } from '../../routes.tsx'
import { visibleItems } from './side-items.ts'

/** The side bar's groups as this person sees them now. */
export const useSideItems = () => visibleItems(session.use(), useStatus(), pages)
