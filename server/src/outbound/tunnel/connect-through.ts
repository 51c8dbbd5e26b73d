import { Duplex } from 'node:stream'
import type { Connect } from '../http/connection.ts'
import type { Tunnel } from './open-tunnel.ts'

/** Connects through a tunnel. Its socket exists only when it is open: until then another stream stands for it. */
export const connectThrough =
  (begin: () => Tunnel): Connect =>
  ({ open, data }) => {
    const tunnel = begin()
    const opening = new Duplex({
      read() {},
      destroy(error, done) {
        tunnel.close()
        done(error)
      },
    })
    tunnel.opened.then(
      (socket) => {
        if (opening.destroyed) return
        socket.on('data', data)
        open(socket)
      },
      (error: Error) => opening.destroy(error),
    )
    return opening
  }
