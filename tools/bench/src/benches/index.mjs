import { b1 } from './b1-gateway.mjs';
import { b11 } from './b11-footprint.mjs';
import { b5 } from './b5-heap.mjs';
import { b6 } from './b6-cold-sync.mjs';
import { b7 } from './b7-bus.mjs';

export const benches = [b1, b5, b6, b7, b11];
