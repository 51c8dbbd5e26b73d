import { type ReactNode, Suspense } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useRouteError } from 'react-router'
import { CrashState } from '../components/states/crash-state.tsx'
import { lazyComponent, lazyPart } from '../lib/browser/lazy-part.ts'
import { session, signInRedirect } from '../lib/session/session.ts'
import { type Access, checkAccess } from './access.ts'
import { BareFrame, PublicFrame } from './layout/frames.tsx'
import { FrameLoading } from './layout/loading/frame-loading.tsx'
import { PageLoading } from './layout/loading/page-loading.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { type RouteRow, routes } from './routes.tsx'
import { setWantedLocation } from './wanted-location.ts'

// Lazy: the sign-in page and the public pages do not load the side bar.
const ConsoleFrame = lazyComponent(async () => (await import('./layout/console-frame.tsx')).ConsoleFrame)

const frames = { bare: BareFrame, public: PublicFrame, console: ConsoleFrame }

/** Replaces a page that threw; the frame around it keeps working. */
function RouteError() {
  return <CrashState error={useRouteError()} />
}

const routeOf = (row: RouteRow): RouteObject => ({
  path: row.path,
  handle: row,
  ErrorBoundary: RouteError,
  element: (
    <Guarded access={row.access}>
      <Suspense fallback={<PageLoading />}>
        <row.page />
      </Suspense>
    </Guarded>
  ),
})

function frameOf(frame: RouteRow['frame']): RouteObject {
  const Frame = frames[frame]
  return {
    ErrorBoundary: RouteError,
    element: (
      <Suspense fallback={<FrameLoading />}>
        <Frame />
      </Suspense>
    ),
    children: routes.filter((row) => row.frame === frame).map(routeOf),
  }
}

export const router = createBrowserRouter([
  {
    element: <RootLayout />,
    ErrorBoundary: RouteError,
    children: [frameOf('public'), frameOf('bare'), frameOf('console')],
  },
])

router.subscribe(({ location }) => setWantedLocation(location.key))

const ForbiddenState = lazyPart(async () => (await import('../components/states/forbidden-state.tsx')).ForbiddenState)

/** Draws the page when the role allows it; otherwise redirects to sign-in or shows that it is forbidden. */
function Guarded({ access, children }: { access: Access; children: ReactNode }) {
  const decision = checkAccess(access, session.use())
  const { pathname, search, hash } = useLocation()
  if (decision === 'allowed') return children
  if (decision === 'forbidden') return <ForbiddenState />
  return <Navigate replace {...signInRedirect(pathname + search + hash)} />
}
