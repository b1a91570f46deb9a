import Type from 'typebox';
import { plans } from '../../plans.ts';
import { OneOf } from '../../schema.ts';

export const WidgetInfo = Type.Object(
  { plan: OneOf(plans), powered_by_visible: Type.Boolean() },
  { title: 'WidgetInfo', examples: [{ plan: 'free', powered_by_visible: true }] },
);
