import { plans } from '@skep/vocabulary';
import Type from 'typebox';
import { originNotAllowed } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { OneOf } from '../../schema.ts';

const WidgetInfo = Type.Object(
  { plan: OneOf(plans), powered_by_visible: Type.Boolean() },
  { title: 'WidgetInfo', examples: [{ plan: 'free', powered_by_visible: true }] },
);

const route = routeOptions('ingest', { auth: 'key', crossOrigin: true });

export function widgetRoutes(app: App): void {
  app.get(
    '/widget/info',
    route(
      'getWidgetInfo',
      'Read the widget settings of a project',
      { response: { 200: WidgetInfo } },
      { crossOrigin: true, errors: [originNotAllowed()] },
    ),
    ({ apiKey }) => ({ plan: apiKey.plan, powered_by_visible: apiKey.plan === 'free' }),
  );
}
