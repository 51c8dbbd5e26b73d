import { useRouteError } from 'react-router'
import { CrashState } from '../components/states/crash-state.tsx'

/** What a page that broke leaves behind; the frame around it goes on working. */
export function RouteError() {
  return <CrashState error={useRouteError()} />
}
