import { plans } from '@skep/vocabulary';
import Type from 'typebox';
import { OneOf } from '../../schema.ts';

export const WidgetInfo = Type.Object(
  { plan: OneOf(plans), powered_by_visible: Type.Boolean() },
  { title: 'WidgetInfo', examples: [{ plan: 'free', powered_by_visible: true }] },
);
