import { Component, type ReactNode } from 'react'
import { CrashState } from './crash-state.tsx'

type Props = { children: ReactNode }
type State = { error?: unknown; failed: boolean }

/** Keeps a fault in one part from taking the whole page with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render() {
    return this.state.failed ? <CrashState error={this.state.error} /> : this.props.children
  }
}
