import { Navigate, useLocation } from 'react-router'

/** `/models` is an address of the list of models, which has the prices. */
export const ModelsAddress = () => <Navigate replace to={{ pathname: '/pricing', search: useLocation().search }} />
