import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Answers, Needs } from '../http/index.js';

const Pong = z.object({ message: z.literal('pong') });

@Controller()
export class PingController {
  @Get('ping')
  @Needs('viewer')
  @Answers(200, Pong, 'Tells that the gateway answers')
  ping(): z.infer<typeof Pong> {
    return { message: 'pong' };
  }
}
