import json

from cells import call, city, expect, key, run, url, words
from openai import OpenAI

client = OpenAI(api_key=key, base_url=f"{url}/v1", max_retries=0)
tools = [{"type": "function", "name": "weather", "description": "The weather", "parameters": city, "strict": False}]


def ask_whole(upstream, items, **more):
    return client.responses.create(model=upstream["model"], input=items, **more)


def ask_streamed(upstream, items, **more):
    with client.responses.stream(model=upstream["model"], input=items, **more) as stream:
        for _ in stream:
            pass
        return stream.get_final_response()


def whole(upstream):
    response = ask_whole(upstream, words)
    expect(response.output_text == words, response.output_text)
    if upstream["keeps"]:
        again = client.responses.create(model=upstream["model"], input="And again.", previous_response_id=response.id)
        expect(again.output_text == "And again.", again.output_text)


def stream(upstream):
    response = ask_streamed(upstream, words)
    expect(response.output_text == words, response.output_text)


def with_tools(upstream):
    for ask in (ask_whole, ask_streamed):
        items = [{"role": "user", "content": call}]
        response = ask(upstream, items, tools=tools)
        called = [item for item in response.output if item.type == "function_call"]
        expect(json.loads(called[0].arguments) == {"city": "Oslo"}, called)
        items += [{"type": "function_call", "call_id": each.call_id, "name": each.name, "arguments": each.arguments} for each in called]
        items.append({"type": "function_call_output", "call_id": called[0].call_id, "output": "four degrees"})
        expect("four degrees" in ask(upstream, items, tools=tools).output_text, "the result was not understood")


run("responses", whole=whole, stream=stream, tools=with_tools)
