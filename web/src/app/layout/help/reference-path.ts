import { pages } from '../../routes.tsx'

/** The API reference: a page of the console, or the document that the server draws. */
export const referencePath = pages.has('/reference') ? '/reference' : '/api/docs'
