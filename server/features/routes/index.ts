export { listProviders, type ProviderSetting } from './providers-store.ts';
export { listRoutes, type RouteKey, type RouteSetting } from './routes-store.ts';
export { endMaintenance, listMaintenance, planMaintenance, type MaintenanceOrder } from './plan-maintenance.ts';
export type { MaintenanceWindow } from './maintenance-store.ts';
export { setProvider } from './set-provider.ts';
export { removeRoute, routeSubject, setRoute } from './set-route.ts';
